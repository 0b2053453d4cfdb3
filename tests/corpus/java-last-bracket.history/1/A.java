class A {
  void b() {
    if (x()) {
      y();
    }
  }
}
