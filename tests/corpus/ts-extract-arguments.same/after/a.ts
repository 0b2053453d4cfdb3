export function f(a: number) {
  g(a);
  return a;
}
function g(a: number) {
  log(a);
}
