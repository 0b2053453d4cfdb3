class E {
  int i() {
    return 1;
  }

  double d() {
    return 2;
  }
}

class A {
  Object f(boolean c, E e) {
    return c ? e.i() : e.d();
  }
}
