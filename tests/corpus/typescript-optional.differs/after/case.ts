class A {
  f(y?: number) {
    return y;
  }
}
