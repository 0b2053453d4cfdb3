class A {
  int n;
  class B {
    int n;
    int f() {
      log();
      return n;
    }
  }
}
