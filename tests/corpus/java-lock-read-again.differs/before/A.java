class A {
    private String name;

    void f() {
        String s = name;
        synchronized (s) {
            use(s);
        }
    }
}
