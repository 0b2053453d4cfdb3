export function f(a) {
  using x = g(a);
  b(x);
  c();
}
