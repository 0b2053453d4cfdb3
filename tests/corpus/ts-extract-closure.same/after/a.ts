export function f(a: number) {
  g(a);
  return 1;
}
function g(b: number) {
  run(() => log(b));
}
