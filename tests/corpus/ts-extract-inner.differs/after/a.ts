export function f(a: number) {
  let n = 0;
  g(n);
  log(n);

  function g(n: number) {
    n += a;
  }
}
