export function f(a: number) {
  log(a);
  return a;
}
