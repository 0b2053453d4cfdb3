class A extends Base {
    private int add(int n) {
        return 1;
    }

    int f() {
        return add(1);
    }
}
