class P {
  int y, z;
}

class A {
  int f(P p) {
    return p.y;
  }
}
