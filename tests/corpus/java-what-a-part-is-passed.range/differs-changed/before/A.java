class A {
  void f(int a) {
    a++;
    p(a, a);
  }
}
