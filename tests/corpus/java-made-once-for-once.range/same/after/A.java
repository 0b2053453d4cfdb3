class A {
  int n;
  D d;

  void f() {
    g(new D());
    k();
  }

  void g(D d) {
    h(d);
    n();
  }
}
