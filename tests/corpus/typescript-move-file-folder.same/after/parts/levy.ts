export function net(a) {
  const x = a + 1;
  return x * 2;
}

export function gross(b) {
  const y = b - 1;
  return y / 2;
}
