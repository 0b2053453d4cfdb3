class E {
  short s() {
    return 1;
  }
}

class A {
  void f(E e) {
    q(e.s());
  }
}
