class A {
  int n;
  D d;

  int f(int a) {
    h();
    return g(a);
  }

  int g(int b) {
    return b * n;
  }
}
