class A {
    void f() {
        int n = 2;
        run(() -> n);
    }
}
