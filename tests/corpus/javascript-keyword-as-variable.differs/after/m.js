export function f(a) {
  const static = a + 1;
  return static;
}
