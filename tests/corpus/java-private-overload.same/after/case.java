class A {
  private int h(int a) { return a; }
  int f() { return h(1); }
}
