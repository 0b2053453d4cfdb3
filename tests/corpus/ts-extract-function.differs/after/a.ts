export function f(a: number) {
  const x = g(a);
  log(x);
  return x;
}

async function g(a: number) {
  return a + 1;
}
