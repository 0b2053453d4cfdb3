class A {
  x?: number;
  f(y?: string) {
    return y;
  }
}
