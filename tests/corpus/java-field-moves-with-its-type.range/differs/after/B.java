class B {
    int other;
    double size;

    double f(int n) {
        return size / n;
    }
}
