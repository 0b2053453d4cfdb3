class A {
  void f() {
    int x = 0;
    int y = 0;
    x = a();
    y = b();
    p(x, y);
  }
}
