class A {
  void f(int a) {
    log(a);
    log();
  }
}
