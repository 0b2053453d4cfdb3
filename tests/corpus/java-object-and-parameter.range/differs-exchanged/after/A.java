class A {}

class B {
  int n;

  int m(B c) {
    return c.n - n;
  }
}
