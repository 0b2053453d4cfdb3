class A {
  int n;
  class I {
    int f() {
      return n;
    }
  }
}
