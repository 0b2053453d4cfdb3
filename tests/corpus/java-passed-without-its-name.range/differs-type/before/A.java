class A {
  void f(D d) {
    one();
    long c = d.c();
    two(c);
    three(c);
  }
}
