class A {
  int n;
  D d;

  void f(D a, E b) {
    h(a, b);
  }
}
