class A {
  int n;
  D d;

  void g(D a, E b) {
    h(b, a);
  }
}
