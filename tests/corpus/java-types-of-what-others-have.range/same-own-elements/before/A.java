class A {
    final int[] size = {1};

    double f(int n) {
        return size[0] / n;
    }
}
