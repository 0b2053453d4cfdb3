export function f(a) {
  const x = g(a);
  b(x);
  c();
}
