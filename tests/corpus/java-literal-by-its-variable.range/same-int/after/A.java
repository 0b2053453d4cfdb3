class A {
  int n;
  D d;

  int g(int a) {
    return 1 / 2;
  }
}
