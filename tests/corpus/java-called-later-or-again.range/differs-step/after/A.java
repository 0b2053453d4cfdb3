class A {
  int n;

  void f() {
    for (; c(); g()) {}
  }

  void g() {
    a();
    b(n);
  }
}
