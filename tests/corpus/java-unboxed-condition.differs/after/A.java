class A {
  Boolean g() {
    return true;
  }

  void f() {
    log(g());
  }
}
