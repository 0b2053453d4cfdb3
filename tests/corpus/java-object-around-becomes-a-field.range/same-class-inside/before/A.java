class A {
  void done(P p) {
  }
  class I {
    P p;
    R f() {
      return new R() {
        void r() {
          done(p);
        }
      };
    }
  }
}
