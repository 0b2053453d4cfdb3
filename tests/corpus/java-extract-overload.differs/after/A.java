class A {
  void f(String s) {
    g(s);
    log();
  }

  private void g(Object s) {
    print(s);
  }
}
