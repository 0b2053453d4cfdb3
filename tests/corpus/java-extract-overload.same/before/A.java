class A {
  void f(String s) {
    print(s);
    log();
  }
}
