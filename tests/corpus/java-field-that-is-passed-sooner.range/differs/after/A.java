class A {
  C c;
  int f(C d) {
    reset();
    return d.v();
  }
  void reset() {
    c = new C();
  }
  int h() {
    return f(c);
  }
}
