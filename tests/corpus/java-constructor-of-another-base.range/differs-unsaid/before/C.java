class C extends B {
  C() {
    two();
  }
}
