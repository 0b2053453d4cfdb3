class A {
  int n;
  D d;

  int f(int a) {
    h();
    return a * n;
  }
}
