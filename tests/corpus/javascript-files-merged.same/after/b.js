export function f(a) {
  const x = a + 1;
  return x * 2;
}

export function g(b) {
  const y = b - 1;
  return y / 2;
}
