class A {
  int g(int a) { return a; }
  int f(int a) { return g(a); }
}
