class A {
  void f(int a) {
    go(a);
  }
}
