class A {
  void f(int a) {
    g(a);
    log();
  }

  public void g(int a) {
    log(a);
  }
}
