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
    if (c) return e.i();
    return e.d();
  }
}
