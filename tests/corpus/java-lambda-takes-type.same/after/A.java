class A {
    void f() {
        run(() -> "2");
    }
}
