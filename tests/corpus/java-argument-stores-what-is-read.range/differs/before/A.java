class A {
  int n;
  int g(int a) {
    return n + a;
  }
  int f(D d) {
    one();
    return g(inc());
  }
  int inc() {
    return n++;
  }
}
