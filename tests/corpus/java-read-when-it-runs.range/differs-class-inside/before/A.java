class A {
  int n;
  void f() {
    one();
    run(new R() {
      void r() {
        go(n);
      }
    });
  }
}
