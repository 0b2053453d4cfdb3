class A {
    void f() {
        String n = "2";
        run(() -> n);
    }
}
