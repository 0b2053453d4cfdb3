class A {
  void done(P p) {
  }
  class I {
    P p;
    I i;
    void f() {
      done(p);
      i.f();
    }
  }
}
