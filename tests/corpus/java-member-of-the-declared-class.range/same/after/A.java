class A {
  int n;
  D d;

  void g(D a) {
    a.k(1);
  }
}
