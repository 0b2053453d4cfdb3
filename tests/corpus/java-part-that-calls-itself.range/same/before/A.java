class A {
  int n;
  D d;

  void f(int a) {
    h(a);
    f(a - 1);
    k();
  }
}
