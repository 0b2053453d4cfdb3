class A {
  Missing f(int n) {
    int wide = n;
    return new Missing(wide);
  }
}
