class A {
  int n;
  D d;

  void f() {
    run(
        new R() {
          void r() {
            stop();
            n();
          }
        });
  }
}
