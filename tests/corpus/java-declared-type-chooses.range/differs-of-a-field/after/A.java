class A {
  void k(Object o) {
    a();
  }

  void k(String s) {
    b();
  }

  Object s;

  void f() {
    k(s);
  }
}
