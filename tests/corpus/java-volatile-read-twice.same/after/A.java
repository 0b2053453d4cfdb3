class A {
    private volatile String name;

    boolean f() {
        return name != null;
    }
}
