class A {
  int g() {
    return null;
  }

  void f() {
    log(g());
  }
}
