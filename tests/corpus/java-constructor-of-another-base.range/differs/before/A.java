class A extends B {
  A() {
    super(1);
  }
}
