class A {
  int n = 1;

  static class I extends Q {
    int m = 2;
    void f() {
      int k = m;
      log(k);
    }
  }
}
