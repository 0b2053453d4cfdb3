class A {
  int n;
  D d;

  synchronized int f() {
    return n;
  }
}
