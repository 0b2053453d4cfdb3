class E {
  int i;
}

class A {
  Object f(E e) {
    return e.i;
  }
}
