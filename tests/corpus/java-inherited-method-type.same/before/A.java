class A {
  int v() {
    return 1;
  }

  class I {
    void f() {
      int k = v();
      log(k);
    }
  }
}
