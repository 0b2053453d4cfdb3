class E {
  short s;
}

class A {
  void f(E e) {
    h(e.s);
  }

  void h(int k) {
    q(k);
  }
}
