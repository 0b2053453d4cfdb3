class A {
  C c;
  int f() {
    reset();
    return c.v();
  }
  void reset() {
    c = new C();
  }
  int h() {
    return f();
  }
}
