class A {
  C c;
  int f() {
    return c.v();
  }
  int h() {
    return f();
  }
}
