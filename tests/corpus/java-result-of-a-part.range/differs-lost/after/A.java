class A {
  int n;
  D d;

  int f(int a) {
    g(a);
    return a;
  }

  void g(int b) {
    b = b + n;
    h(b);
  }
}
