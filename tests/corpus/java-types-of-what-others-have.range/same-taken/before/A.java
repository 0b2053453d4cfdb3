class A {
    String f(int n) {
        return U.show(n);
    }
}
