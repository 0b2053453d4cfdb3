class X {
  int n = 1;

  class A {}

  class B {
    int m() {
      return n;
    }
  }
}
