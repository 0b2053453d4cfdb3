class A {
  void f(int a) {
    log();
    log(a);
  }
}
