class A extends B {
  A(int n) {
    super(n);
  }
}
