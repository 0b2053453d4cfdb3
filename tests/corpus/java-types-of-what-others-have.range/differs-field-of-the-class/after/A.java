class A {
    double f(int n) {
        return U.size / n;
    }
}
