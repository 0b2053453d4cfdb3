class A {
  int n;
  D d;

  void f(C a) {
    D x = a;
    x.k(1);
  }
}
