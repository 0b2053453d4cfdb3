export function* f(a) {
  const r = a + 1;
  yield r * r;
}
