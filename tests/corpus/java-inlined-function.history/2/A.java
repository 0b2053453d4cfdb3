package p;

class A {
    void go() {
        check();
        Engine engine = find(limit);
        engine.start(throttle, gear);
    }

}
