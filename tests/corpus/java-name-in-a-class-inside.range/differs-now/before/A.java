class A {
  R f() {
    return new R() {
      public void r() {
        go();
      }
    };
  }
  void go() {
    one();
  }
}
