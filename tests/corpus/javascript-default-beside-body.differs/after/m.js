export function f(a, b = () => r) {
  var r = 2;
  return b() + r;
}
