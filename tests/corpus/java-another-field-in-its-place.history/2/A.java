package p;

class A {
    private final List<Check> checks = new ArrayList();

    void f() {
        run(checks, 3);
    }

}
