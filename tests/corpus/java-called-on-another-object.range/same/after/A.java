class A {
  int n;

  void f(A o) {
    k();
    g();
  }

  void g() {
    p(n);
  }
}
