export function f(a: number) {
  log(arguments[0]);
  return a;
}
