class A {
    void f() {
        new Door().open(1);
    }
}

class Door {
    void open(long n) {
    }

    void close() {
    }
}
