class A {
  final C c;
  S f(C d) {
    return () -> d.v();
  }
  S h() {
    return f(c);
  }
}
