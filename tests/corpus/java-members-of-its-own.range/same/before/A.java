class A {
  int n;
  D d;

  void f() {
    D x = new D();
    x.k(1);
  }
}
