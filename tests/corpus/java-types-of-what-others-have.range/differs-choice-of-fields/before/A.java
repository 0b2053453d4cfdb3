class E {
  int i;
  double d;
}

class A {
  Object f(boolean c, E e) {
    if (c) return e.i;
    return e.d;
  }
}
