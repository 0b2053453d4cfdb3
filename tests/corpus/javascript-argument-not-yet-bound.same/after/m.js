export function f(p) {
  return g(C, p);
}

function g(c, p) {
  return p && c;
}
export const C = k(1);
