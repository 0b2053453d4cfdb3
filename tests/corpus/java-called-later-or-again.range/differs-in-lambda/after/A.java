class A {
  int f(D d) {
    c(
        () -> {
          return 1;
        });
    return g(d);
  }

  int g(D d) {
    return d.a() * 2;
  }
}
