class A extends B {
  A() {
    go();
  }
  void go() {
  }
}
