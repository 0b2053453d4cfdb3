class A extends Base {
    private int put(long n) {
        return 1;
    }

    int f() {
        return put(1);
    }
}
