export function f(a, b, c) {
  if (!a) return;
  let x = g(a);
  b(x);
  c();
}
