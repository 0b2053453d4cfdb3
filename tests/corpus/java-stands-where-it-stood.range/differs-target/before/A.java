class A {
  int x, y;

  void f(D d) {
    x = d.a() + d.b();
    y = 1;
  }
}
