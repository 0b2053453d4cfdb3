class A {
  C c;
  int f() {
    return c.v();
  }
  void reset() {
    c = new C();
  }
  int h() {
    return f();
  }
}
