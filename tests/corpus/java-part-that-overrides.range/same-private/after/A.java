class A extends B {
  void f() {
    one();
    g();
  }
  private void g() {
    two();
  }
}
