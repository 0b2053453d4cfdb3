class P {
  int x, y;
}

class A {
  int f(P p) {
    return p.x - p.y;
  }

  int k(P p) {
    return f(p);
  }
}
