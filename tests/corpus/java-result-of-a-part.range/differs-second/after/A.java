class A {
  void f() {
    int x = 0;
    int y = 0;
    y = g();
    p(x, y);
  }

  int g() {
    int x;
    int y;
    x = a();
    y = b();
    return y;
  }
}
