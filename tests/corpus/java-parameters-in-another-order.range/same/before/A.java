class A {
  int n;
  D d;

  int f(int a, D b) {
    return b.x(a);
  }
}
