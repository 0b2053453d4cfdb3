class A {
  int n;
  class B {
    int n;
    int f() {
      log();
      return g();
    }

    private int g() {
      return n;
    }
  }
}
