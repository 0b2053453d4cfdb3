class A {
  int f(D d) {
    c(
        () -> {
          return d.a() * 2;
        });
    return 1;
  }
}
