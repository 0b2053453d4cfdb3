class A {
  int n;
  int m;
  int f(D d) {
    one();
    return n + inc();
  }
  int inc() {
    return m++;
  }
}
