class A {
  int n;

  void f(A o) {
    k();
    o.g();
  }

  void g() {
    p(n);
  }
}
