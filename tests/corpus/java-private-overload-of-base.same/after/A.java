class A extends Base {
    private int put(int n) {
        return 1;
    }

    int f() {
        return put(1);
    }
}
