export function* f(a) {
  const yield = a + 1;
  yield yield * yield;
}
