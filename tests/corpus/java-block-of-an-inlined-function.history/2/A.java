package p;

class A {
    void go() {
        check();
        if (ready) {
            start(engine, throttle, gear);
        }
        finish(report);
    }

}
