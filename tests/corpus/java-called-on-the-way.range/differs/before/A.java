class A {
  int n;
  D d;

  int f(D a, D e) {
    h();
    return a.x(n) * 2;
  }
}
