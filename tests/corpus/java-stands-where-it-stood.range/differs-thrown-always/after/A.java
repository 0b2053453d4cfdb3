class A {
  void f(int a) {
    throw g(a);
  }

  E g(int a) {
    return new E("x" + a);
  }
}
