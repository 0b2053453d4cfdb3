class A {
  int n;
  D d;

  void f() {
    h(n++, n);
  }
}
