export function f(a: number) {
  let n = 0;
  g();
  log(n);

  function g() {
    n += a;
  }
}
