class A {
  void f() {
    try (R b = y();
        R a = x()) {
      p(a, b);
    }
  }
}
