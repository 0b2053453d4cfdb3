class A {
    void f() {
        Door d = new Door() {
            void open(int n) {
                close();
            }
        };
        d.open(1);
    }
}

class Door {
    void open(long n) {
    }

    void close() {
    }
}
