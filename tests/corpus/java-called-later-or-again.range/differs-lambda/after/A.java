class A {
  void f() {
    r(() -> g());
  }

  void g() {
    a();
    b(n);
  }

  int n;
}
