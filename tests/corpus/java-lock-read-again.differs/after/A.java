class A {
    private String name;

    void f() {
        synchronized (name) {
            use(name);
        }
    }
}
