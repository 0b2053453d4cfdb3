class A extends U {
    String f(int n) {
        return show(n);
    }
}
