class A {
  int n;
  int f(int a) {
    int x = a;
    return x + n;
  }
}
