class A {
  void f(D d) {
    one();
    C c = d.c();
    two(c);
    c = d.e();
    three(c, d);
  }
}
