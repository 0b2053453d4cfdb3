class A {
  int n;
}

class B {
  int n;

  void m(A a, int x) {
    C.c(a.n, n, x);
  }
}
