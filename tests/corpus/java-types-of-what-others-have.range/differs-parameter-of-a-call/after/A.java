class E {
  short s() {
    return 1;
  }
}

class A {
  void f(E e) {
    h(e.s());
  }

  void h(int k) {
    q(k);
  }
}
