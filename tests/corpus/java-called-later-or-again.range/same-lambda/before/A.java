class A {
  void f(D d) {
    c(
        () -> {
          p(d);
          q(d);
        });
  }
}
