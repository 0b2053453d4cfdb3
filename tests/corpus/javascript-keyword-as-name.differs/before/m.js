export function* f(a) {
  const q = a + 1;
  yield q * q;
}
