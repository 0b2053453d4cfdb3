class A {
  int n;
  D d;

  int f(int a) {
    int x = 1;
    return x / 2;
  }
}
