class A {
  <T> T g() {
    return null;
  }

  void f() {
    log(g());
  }
}
