class A {
  void f(D d) {
    C c = d.c();
    one();
    two(c);
    three(c, d);
  }
}
