class A {
  private final X x = new Y();
  void f() {
    x.go();
  }
}
