export function f(a, b, c) {
  if (!a) return;
  using x = g(a);
  b(x);
  c();
}
