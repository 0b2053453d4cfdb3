class A {
  int x, y;

  void f(D d) {
    y = g(d);
    y = 1;
  }

  int g(D d) {
    return d.a() + d.b();
  }
}
