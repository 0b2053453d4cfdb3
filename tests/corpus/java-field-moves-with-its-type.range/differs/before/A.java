class A {
    int size;

    double f(int n) {
        return size / n;
    }
}
