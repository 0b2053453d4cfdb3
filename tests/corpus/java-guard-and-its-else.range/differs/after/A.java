class A {
  int n;
  D d;

  int g(int a) {
    if (a > n) h();
    return 2;
  }
}
