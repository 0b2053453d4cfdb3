class A {
  final X x = new X();
  private void f() {
    x.go();
  }
}
