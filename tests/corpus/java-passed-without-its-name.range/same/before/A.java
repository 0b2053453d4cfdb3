class A {
  void f(D d) {
    one();
    C c = d.c();
    two(c);
    three(c, d);
  }
}
