class A {
  void m(D d) {
    if (d != null) {
      p(d.n);
    }
  }

  void p(int x) {}
}
