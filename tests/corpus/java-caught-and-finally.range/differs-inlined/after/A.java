class A {
  void m(int y) {
    try {
      p(y);
      q();
    } catch (E e) {
    }
  }
}
