class A extends C {
  A() {
    go();
  }
}
