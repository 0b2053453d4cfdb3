export function k(o, n) {
  const g = () => { o[n] = () => 2; };
  return o.f(g());
}
