class E {
  int i;
  double d;
}

class A {
  Object f(boolean c, E e) {
    return c ? e.i : e.d;
  }
}
