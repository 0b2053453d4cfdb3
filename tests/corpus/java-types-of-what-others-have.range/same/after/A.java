class E {
  int i;
  int d;
}

class A {
  Object f(boolean c, E e) {
    return c ? e.i : e.d;
  }
}
