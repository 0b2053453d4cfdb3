class A {
  void done(P p) {
  }
  class I {
    P p;
    void f() {
      done(p);
    }
  }
}
