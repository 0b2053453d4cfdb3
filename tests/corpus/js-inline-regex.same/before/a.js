export function f(a) {
  const re = a.re;
  use(re, re);
}
