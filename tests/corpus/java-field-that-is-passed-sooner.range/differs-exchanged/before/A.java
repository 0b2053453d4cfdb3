class A {
  int f(int x, int y) {
    return x - y;
  }
  int h(P p) {
    return f(p.y(), p.x());
  }
}
