class A {
  private final X x = new X();
  void f() {
    x.go();
  }
}
