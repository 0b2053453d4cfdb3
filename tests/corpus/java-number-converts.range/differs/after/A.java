class A {
  int n;
  D d;

  long g(long a) {
    return a;
  }
}
