class A {
    private volatile String name;

    boolean f() {
        String s = name;
        return s != null;
    }
}
