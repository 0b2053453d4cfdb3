class A {
  int x;

  void f(D d) {
    x += d.a() * 2;
    z();
  }
}
