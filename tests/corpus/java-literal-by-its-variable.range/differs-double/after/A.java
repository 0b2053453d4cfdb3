class A {
  int n;
  D d;

  double g(int a) {
    return 1 / 2;
  }
}
