class A {
  int n;

  void f() {
    int k = n;
    c(
        () -> {
          p(k);
          q(k);
        });
  }
}
