export function f(a: number) {
  const x = a + 1;
  log(x);
  return x;
}
