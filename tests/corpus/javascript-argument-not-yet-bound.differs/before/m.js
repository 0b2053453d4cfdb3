export function f(p) {
  return p && C;
}
export const C = k(f);
