class A {
  int f(int n) { return n; }
}
