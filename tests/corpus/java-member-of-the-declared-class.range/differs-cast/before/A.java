class A {
  int n;
  D d;

  void f(Object a) {
    D x = (C) a;
    x.k(1);
  }
}
