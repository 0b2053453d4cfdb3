class A {
  int n;
  D d;
  int m;

  int f(int x) {
    return x + 1;
  }

  int k() {
    return f(0);
  }
}
