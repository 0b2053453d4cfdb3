class A {
  int n;
  D d;

  void f() {
    D x =
        new D() {
          void k(int i) {}
        };
    x.k(1);
  }
}
