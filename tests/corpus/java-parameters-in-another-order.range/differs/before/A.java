class A {
  int n;
  D d;

  int f(int a, int b) {
    return a - b;
  }
}
