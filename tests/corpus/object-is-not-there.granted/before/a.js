export function k(o, g) {
  const x = g();
  return o.f(x);
}
