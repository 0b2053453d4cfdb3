package p;

class A {
    void go() {
        check();
        begin();
    }

    void begin() {
        Engine engine = find(limit);
        engine.start(throttle, gear);
    }

}
