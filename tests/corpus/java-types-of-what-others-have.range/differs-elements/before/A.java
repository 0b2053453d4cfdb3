class A {
    double f(U u, int n) {
        return u.size[0] / n;
    }
}
