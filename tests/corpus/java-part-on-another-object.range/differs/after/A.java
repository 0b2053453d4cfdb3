class A {
  int n;
  int f(B b) {
    one();
    return b.g();
  }
}
