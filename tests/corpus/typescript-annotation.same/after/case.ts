function f(a: number): number | string {
  return a + 1;
}
