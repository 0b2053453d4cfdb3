class A extends Base {
    private int add(long n) {
        return 1;
    }

    int f() {
        return add(1);
    }
}
