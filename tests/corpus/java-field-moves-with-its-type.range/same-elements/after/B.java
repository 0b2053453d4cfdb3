class B {
    int other;
    int[] size;

    double f(int n) {
        return size[0] / n;
    }
}
