class A {
    void f() {
        log("found " + Registry.find());
    }
}
