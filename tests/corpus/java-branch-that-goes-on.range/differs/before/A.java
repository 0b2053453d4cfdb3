class A {
  int n;
  D d;

  void f(D a) {
    while (a.x()) {
      if (a.y()) {
        h();
        continue;
      }
      k();
    }
  }
}
