class X {
  int n = 1;

  class B {}

  class A extends B {
    int n = 2;

    int m() {
      return n;
    }
  }
}
