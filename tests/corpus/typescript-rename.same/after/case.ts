function f(xs: number[]): number {
  let total: number = 0;
  total += xs.length;
  return total;
}
