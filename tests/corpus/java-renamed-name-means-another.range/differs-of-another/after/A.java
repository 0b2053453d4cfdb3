class P {
  int x, y;
}

class A {
  int f(P p) {
    return p.y;
  }
}
