class A {
  int n;

  Runnable f() {
    final int x = n;
    return () -> p(x);
  }
}
