class A {
  void m(int y) {
    while (c()) {
      p(y);
      q(y);
    }
  }
}
