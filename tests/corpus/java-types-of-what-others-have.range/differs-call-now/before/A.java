class E {
  int i() {
    return 1;
  }
}

class A {
  Object f(E e) {
    return e.i();
  }
}
