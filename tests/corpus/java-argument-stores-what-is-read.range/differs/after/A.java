class A {
  int n;
  int f(D d) {
    one();
    return n + inc();
  }
  int inc() {
    return n++;
  }
}
