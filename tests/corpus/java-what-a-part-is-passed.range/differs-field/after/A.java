class A {
  int n;

  void f(int a) {
    int n = a;
    g();
    p(n);
  }

  void g() {
    n = n + 1;
  }
}
