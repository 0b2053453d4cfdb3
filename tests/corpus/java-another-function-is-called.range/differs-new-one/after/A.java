class A {
  private void k(Object o) {
    a();
  }

  private void k(String o) {
    b();
  }

  void f(String s) {
    k(s);
  }
}
