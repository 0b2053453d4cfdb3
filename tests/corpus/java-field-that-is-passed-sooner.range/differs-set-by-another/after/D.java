class D {
  void go(A a) {
    a.c = null;
  }
}
