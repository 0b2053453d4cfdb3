class A {
  C c;
  S f(C d) {
    return () -> d.v();
  }
  S h() {
    return f(c);
  }
}
