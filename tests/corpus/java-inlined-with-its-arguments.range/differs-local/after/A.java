class A {
  int t;

  void m() {
    int t = 0;
    t = 1;
    p(t);
  }
}
