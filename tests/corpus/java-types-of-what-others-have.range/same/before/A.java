class E {
  int i;
  int d;
}

class A {
  Object f(boolean c, E e) {
    if (c) return e.i;
    return e.d;
  }
}
