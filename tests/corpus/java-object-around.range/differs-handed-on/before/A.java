class A {
  Object m() {
    return this;
  }
}
