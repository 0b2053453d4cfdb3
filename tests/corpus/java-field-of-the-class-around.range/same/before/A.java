class X {
  int n = 1;

  class A {
    int m() {
      return n;
    }
  }

  class B {}
}
