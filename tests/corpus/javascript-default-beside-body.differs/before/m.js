export function f(a, b = () => q) {
  var q = 2;
  return b() + q;
}
