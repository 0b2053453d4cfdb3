class A extends B {
  A() {
    go();
  }
}
