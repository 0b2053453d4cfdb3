class A {
  int n;
  D d;

  int f() {
    return n;
  }

  int k(A o) {
    return f() + o.n;
  }
}
