class A {
  private void k(Object o) {
    a();
  }

  void f(String s) {
    k(s);
  }
}
