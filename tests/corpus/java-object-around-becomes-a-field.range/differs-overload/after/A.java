class A {
  void done(Object p) {
    one();
  }
  void done(P p) {
    two();
  }
}
