export function f(a: number) {
  g(a);
  a = 2;
  return 1;
}
function g(b: number) {
  run(() => log(b));
}
