class A {
  void b() {
    if (z()) {
      w();
    }
    if (x()) {
      y();
    }
  }
}
