class A {
  int n;
  int f(B b) {
    one();
    return n * 2;
  }
}
