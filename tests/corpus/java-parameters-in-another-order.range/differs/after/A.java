class A {
  int n;
  D d;

  int g(int b, int a) {
    return a - b;
  }
}
