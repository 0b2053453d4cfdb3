export function f(a, b = () => x) {
  var q = 2;
  return b() + q;
}
