class A {
  Object f(int n) {
    return new U(n);
  }
}
