class A {
  int n;

  void f() {
    int k = n;
    c(
        () -> {
          g(n);
        });
  }

  void g(int k) {
    p(k);
    q(k);
  }
}
