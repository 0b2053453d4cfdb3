class A {
  int x;

  void f(D d) {
    x = g(d);
    z();
  }

  int g(D d) {
    return d.a() * 2;
  }
}
