class A {
  void f(D d) {
    one();
    g(d);
  }
  @Async void g(D d) {
    d.x();
    d.y();
  }
}
