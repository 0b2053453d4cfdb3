class E {
  int s;
}

class A {
  void f(E e) {
    q(e.s);
  }
}
