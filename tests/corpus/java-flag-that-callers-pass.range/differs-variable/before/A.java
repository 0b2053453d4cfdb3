class A {
  void f(boolean c) {
    while (p()) {
      if (c) q();
    }
  }

  void k(boolean z) {
    f(z);
  }
}
