class A {
  int n;
  D d;

  void f(Object a) {
    D x = (D) a;
    x.k(1);
  }
}
