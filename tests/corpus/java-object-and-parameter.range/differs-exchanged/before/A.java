class A {
  int m(B b, B c) {
    return b.n - c.n;
  }
}

class B {
  int n;
}
