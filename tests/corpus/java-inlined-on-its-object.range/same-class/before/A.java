class B {
  int n;

  int k() {
    return n + 1;
  }
}

class A {
  int n;

  int m(B b) {
    z();
    return b.k();
  }
}
