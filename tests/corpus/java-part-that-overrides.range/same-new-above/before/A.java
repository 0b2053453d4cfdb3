class A extends B {
  void f() {
    one();
    two();
  }
}
