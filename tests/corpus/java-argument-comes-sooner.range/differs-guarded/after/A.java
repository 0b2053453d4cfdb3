class A {
  void m(D d) {
    h(d, d.n);
  }

  void h(D d, int x) {
    if (d != null) {
      p(x);
    }
  }

  void p(int x) {}
}
