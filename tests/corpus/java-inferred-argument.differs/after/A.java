class A {
    void f() {
        log(Registry.find());
    }
}
