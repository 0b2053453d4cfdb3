class A {
  int h(int a) { return a; }
  int f(int a) { return h(a); }
}
