class A {
  int n = 1;

  static class I extends Q {
    void f() {
      int k = n;
      log(k);
    }
  }
}
