class A {
    void f() {
        new Door() {
            void open(int n) {
                close();
            }
        }.open(1);
    }
}

class Door {
    void open(long n) {
    }

    void close() {
    }
}
