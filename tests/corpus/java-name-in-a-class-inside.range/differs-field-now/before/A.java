class A {
  int n;
  R f() {
    return new R() {
      public int r() {
        return n;
      }
    };
  }
}
