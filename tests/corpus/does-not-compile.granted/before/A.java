class A {
  Missing f(int n) {
    int w = n;
    return new Missing(w);
  }
}
