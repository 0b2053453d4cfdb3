class A {
    void f() {
        Door d = new Door();
        d.open(1);
    }
}

class Door {
    void open(long n) {
    }

    void close() {
    }
}
