class A {
  int n;
  D d;

  void f(int a) {
    g(a);
    k();
  }

  void g(int a) {
    h(a);
    g(a - 1);
  }
}
