class B {
  static A o;
  int y;
  int f(int a) {
    return a == 0 ? 0 : o.f(a - 1) + 1;
  }
}
