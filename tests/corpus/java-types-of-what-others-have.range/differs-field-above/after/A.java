class A extends U {
    double f(int n) {
        return super.size / n;
    }
}
