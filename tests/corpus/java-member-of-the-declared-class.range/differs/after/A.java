class A {
  int n;
  D d;

  void g(C a) {
    a.k(1);
  }
}
