class A {
  private int g(long a) { return 0; }
  private int h(int a) { return a; }
  int f() { return g(1); }
}
