class A {
  void f(D d) {
    while (d.a() > 2) z();
  }
}
