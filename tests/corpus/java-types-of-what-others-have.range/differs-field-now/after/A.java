class E {
  long i;
}

class A {
  Object f(E e) {
    return e.i;
  }
}
