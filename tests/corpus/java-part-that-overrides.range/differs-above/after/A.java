class A extends B {
  void f() {
    one();
    g();
  }
  void g() {
    two();
  }
}
