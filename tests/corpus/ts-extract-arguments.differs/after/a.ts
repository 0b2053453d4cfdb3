export function f(a: number) {
  g();
  return a;
}
function g() {
  log(arguments[0]);
}
