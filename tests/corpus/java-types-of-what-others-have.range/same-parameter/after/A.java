class E {
  int s;
}

class A {
  void f(E e) {
    h(e.s);
  }

  void h(int k) {
    q(k);
  }
}
