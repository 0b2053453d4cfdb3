export function net(a) {
  const x = a + 1;
  return x * 2;
}
