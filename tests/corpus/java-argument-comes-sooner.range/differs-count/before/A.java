class A {
  int n;
  D d;

  void f(int b) {
    h(b);
    m(b++);
    k();
  }
}
