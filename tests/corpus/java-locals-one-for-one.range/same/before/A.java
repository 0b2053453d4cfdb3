class A {
  int n;
  D d;

  int f(int a) {
    int b = a + n;
    return b * b;
  }
}
