class A {
  static int n;
  int f(B b) {
    one();
    return b.g();
  }
}
