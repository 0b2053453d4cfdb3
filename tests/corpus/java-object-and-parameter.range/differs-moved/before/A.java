class A {
  int n;

  void m(B b, int x) {
    C.c(n, b.n, x);
  }
}

class B {
  int n;
}
