class A {
  void f() {
    g();
    try {
    } catch (E e) {
      c();
    }
  }

  int n;

  void g() {
    a(n);
    b();
  }
}
