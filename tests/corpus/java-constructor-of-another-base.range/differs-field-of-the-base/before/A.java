class A {
  A() {
    go();
  }
  void go() {
  }
}
