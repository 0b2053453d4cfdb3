function f(xs: number[]): number {
  let n: number = 0;
  n += xs.length;
  return n;
}
