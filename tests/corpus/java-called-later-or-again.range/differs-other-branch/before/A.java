class A {
  int n;

  void f(D a) {
    if (a.x()) {
      p(n);
      q(n);
    } else {
      r();
    }
  }
}
