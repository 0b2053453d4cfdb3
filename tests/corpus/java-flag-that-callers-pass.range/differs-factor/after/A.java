class A {
  int f(int a, int b) {
    return a * b;
  }

  int k() {
    return f(1, 3);
  }
}
