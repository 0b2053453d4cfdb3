class E {
  short s;
}

class A {
  void f(E e) {
    q(e.s);
  }
}
