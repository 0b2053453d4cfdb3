export function k(o, n) {
  const g = () => { o[n] = () => 2; };
  const x = g();
  return o.f(x);
}
