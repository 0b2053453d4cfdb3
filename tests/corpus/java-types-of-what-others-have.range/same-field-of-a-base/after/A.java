class A extends U {
    double f(int n) {
        return size / n;
    }
}
