package p;

class A {
    void go() {
        check();
        begin();
        finish(report);
    }

    void begin() {
        if (ready) {
            start(engine, throttle, gear);
        }
    }

}
