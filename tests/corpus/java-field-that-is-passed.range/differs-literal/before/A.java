class A {
  int n;
  D d;
  int m;

  int f() {
    return n + 1;
  }

  int k() {
    return f();
  }
}
