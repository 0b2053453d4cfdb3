class A {
  int v() {
    return 1;
  }

  class I extends Q {
    void f() {
      log(v());
    }
  }
}
