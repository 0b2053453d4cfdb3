class C {
  P p;
  A a;
  R f() {
    return new R() {
      void r() {
        a.done(p);
      }
    };
  }
}
