class A {
  C c;
  int f(C d) {
    return d.v();
  }
  int h() {
    return f(c);
  }
}
