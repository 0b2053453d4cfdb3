export function k(o, g) {
  return o.f(g());
}
