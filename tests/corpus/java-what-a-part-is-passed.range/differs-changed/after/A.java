class A {
  void f(int a) {
    a++;
    g(a - 1);
  }

  void g(int a) {
    p(a, a);
  }
}
