class A {
    void f() {
        String name = Registry.find();
        log("found " + name);
    }
}
