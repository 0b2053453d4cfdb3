function f(a: number = 1): number {
  return a + 1;
}
