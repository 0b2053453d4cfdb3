class A {
  void f(E a) {
    try {
      p();
    } catch (E e) {
      q(a);
    }
  }
}
