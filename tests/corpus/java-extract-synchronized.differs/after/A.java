class A {
  void f(int a) {
    g(a);
    log();
  }

  private synchronized void g(int a) {
    log(a);
  }
}
