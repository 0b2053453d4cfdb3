class A {
  @Test(expected = E.class) void f() {
    go();
  }
}
