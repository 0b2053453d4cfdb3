class B {
  int n;
}

class A {
  int n;

  int m(B b) {
    z();
    return b.n + 1;
  }
}
