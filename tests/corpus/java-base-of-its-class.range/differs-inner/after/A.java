class A {
  int n;
  class I extends B {
    int f() {
      return n;
    }
  }
}
