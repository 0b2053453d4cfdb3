class A {
  @Test void f() {
    go();
  }
}
