class A {
  int n;
  D d;

  void f(int b) {
    g(b++, b);
    k();
  }

  void g(int c, int b) {
    h(b);
    m(c);
  }
}
