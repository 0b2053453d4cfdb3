class A {
  C c;
  S f() {
    return () -> c.v();
  }
  S h() {
    return f();
  }
}
