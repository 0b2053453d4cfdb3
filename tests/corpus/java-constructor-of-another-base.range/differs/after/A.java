class A extends C {
  A() {
    super(1);
  }
}
