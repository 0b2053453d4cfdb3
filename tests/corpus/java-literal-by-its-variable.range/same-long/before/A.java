class A {
  int n;
  D d;

  void f(int a) {
    long x = 1L;
    h(x);
  }
}
