class A {
  int m(B b, int n) {
    return b.n + n;
  }
}

class B {
  int n;
}
