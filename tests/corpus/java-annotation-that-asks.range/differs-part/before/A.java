class A {
  void f(D d) {
    one();
    d.x();
    d.y();
  }
}
