class A {
  void f() {
    go();
  }
}
