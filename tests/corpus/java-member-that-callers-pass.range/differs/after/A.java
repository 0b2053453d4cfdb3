class P {
  int x, y;
}

class A {
  int f(P p) {
    return p.y - p.x;
  }

  int k(P p) {
    return f(p);
  }
}
