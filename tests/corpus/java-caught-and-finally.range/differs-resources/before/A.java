class A {
  void f() {
    try (R a = x();
        R b = y()) {
      p(a, b);
    }
  }
}
