class A {
  void f(D d) {
    c(
        () -> {
          g(d);
        });
  }

  void g(D d) {
    p(d);
    q(d);
  }
}
