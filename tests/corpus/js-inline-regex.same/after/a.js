export function f(a) {
  use(a.re, a.re);
}
