class A {
  void f(String s) {
    g(s);
    log();
  }

  private void g(String s) {
    print(s);
  }
}
