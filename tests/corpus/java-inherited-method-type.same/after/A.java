class A {
  int v() {
    return 1;
  }

  class I {
    void f() {
      log(v());
    }
  }
}
