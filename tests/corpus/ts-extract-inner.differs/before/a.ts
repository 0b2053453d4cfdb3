export function f(a: number) {
  let n = 0;
  n += a;
  log(n);
}
