class A {
  int n;
  D d;

  void f(D a) {
    D x = a;
    x.k(1);
  }
}
