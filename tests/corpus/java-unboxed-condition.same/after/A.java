class A {
  boolean g() {
    return true;
  }

  void f() {
    log(g());
  }
}
