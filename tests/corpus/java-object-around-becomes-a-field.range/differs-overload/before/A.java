class A {
  void done(Object p) {
    one();
  }
  class I {
    P p;
    void f() {
      done(p);
    }
  }
}
