class A {
  int n;
  D d;

  void g(D b) {
    while (b.x()) {
      if (b.y()) {
        h();
        continue;
      }
      k();
    }
  }
}
