class X {
  int n = 1;

  class B {
    int m() {
      return n;
    }
  }

  class A extends B {
    int n = 2;
  }
}
