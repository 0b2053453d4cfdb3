class A {
    private static int sum = 1;

    private static int next() {
        sum = 100;
        return 1;
    }

    static int total() {
        int step = next();
        sum += step;
        return sum;
    }
}
