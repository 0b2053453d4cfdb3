class A {
  int f(int a) {
    g(a);
    q(a);
    return 2;
  }

  void g(int a) {
    if (a > 1) {
      p(a);
      return;
    }
  }
}
