class A {
  int n;
  D d;

  void f(B a) {
    D x = a.m();
    x.k(1);
  }
}
