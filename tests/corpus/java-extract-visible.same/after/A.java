class A {
  void f(int a) {
    g(a);
    log();
  }

  private void g(int a) {
    log(a);
  }
}
