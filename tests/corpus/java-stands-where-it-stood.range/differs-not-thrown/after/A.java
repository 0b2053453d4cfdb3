class A {
  void f(int a) {
    if (a > 1) g(a);
    p();
  }

  E g(int a) {
    return new E("x" + a);
  }
}
