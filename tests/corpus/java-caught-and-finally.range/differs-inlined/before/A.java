class A {
  void k(int x) {
    try {
      p(x);
    } catch (E e) {
    }
  }

  void m(int y) {
    k(y);
    q();
  }
}
