class A {
  int n;
  D d;

  int g(int x) {
    int y = x + n;
    return y * x;
  }
}
