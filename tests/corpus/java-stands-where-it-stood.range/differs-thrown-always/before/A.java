class A {
  void f(int a) {
    if (a > 1) throw new E("x" + a);
    p();
  }
}
