class A {
  int n;

  Runnable f() {
    return () -> p(n);
  }
}
