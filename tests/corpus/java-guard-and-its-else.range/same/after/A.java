class A {
  int n;
  D d;

  int g(int a) {
    if (a > n) return 1;
    h();
    return 2;
  }
}
