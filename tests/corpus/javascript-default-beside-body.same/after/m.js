export function f(a, b = () => x) {
  var r = 2;
  return b() + r;
}
