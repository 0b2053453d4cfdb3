class A {
  int m(B b) {
    if (b == null) return 0;
    return b.n;
  }
}

class B {
  int n;
}
