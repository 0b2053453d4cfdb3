class A {
  int n;
  D d;

  int f(D a) {
    if (a.ok()) {
      a.x();
      return 1;
    }
    a.y();
    return 2;
  }
}
