class A {
  void m(int y) {
    try {
      p(y);
    } catch (E e) {
    }
    q();
  }
}
