class A {
  int f(int a) {
    if (a > 1) {
      p(a);
      return 1;
    }
    q(a);
    return 2;
  }
}
