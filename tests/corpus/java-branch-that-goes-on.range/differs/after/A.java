class A {
  int n;
  D d;

  void g(D a) {
    while (a.x()) {
      if (a.y()) {
        h();
      }
      k();
    }
  }
}
