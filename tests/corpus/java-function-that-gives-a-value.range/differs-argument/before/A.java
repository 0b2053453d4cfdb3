class A {
  private long k(long x) {
    return x * x;
  }

  long f(int a) {
    return k(a);
  }
}
