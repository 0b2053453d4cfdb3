class A {
  void k(Object o) {
    a();
  }

  void k(String s) {
    b();
  }

  Object s() {
    return null;
  }

  void f() {
    k(s());
  }
}
