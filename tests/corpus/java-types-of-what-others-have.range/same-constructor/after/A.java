class A {
    String f(int n) {
        return new U(n).text;
    }
}
