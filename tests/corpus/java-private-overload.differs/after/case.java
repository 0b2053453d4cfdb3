class A {
  private int h(int a) { return a; }
  private int h(long a) { return 0; }
  int f() { return h(1); }
}
