export function f(a) {
  const re = /x/g;
  use(re, re);
}
