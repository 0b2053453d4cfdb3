class A {
  int n;
  D d;

  void f(B a) {
    a.m().k(1);
  }
}
