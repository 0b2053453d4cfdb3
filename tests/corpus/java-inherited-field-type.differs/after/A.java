class A {
  int n = 1;

  static class I extends Q {
    void f() {
      log(n);
    }
  }
}
