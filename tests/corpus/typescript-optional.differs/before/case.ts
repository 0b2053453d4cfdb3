class A {
  x?: number;
  f(y?: number) {
    return y;
  }
}
