class A extends P {
  A(int a) {
    super(a);
  }
}
