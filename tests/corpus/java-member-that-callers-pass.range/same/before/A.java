class P {
  int x, y;
}

class A {
  int f(int x, int y) {
    return x - y;
  }

  int k(P p) {
    return f(p.x, p.y);
  }
}
