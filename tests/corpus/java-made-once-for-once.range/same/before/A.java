class A {
  int n;
  D d;

  void f() {
    h(new D());
    n();
    k();
  }
}
