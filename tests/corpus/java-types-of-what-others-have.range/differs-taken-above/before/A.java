class A extends U {
    String f(int n) {
        return super.show(n);
    }
}
