class A {
  int f(int a) {
    return a * 2;
  }

  int k() {
    return f(1);
  }
}
