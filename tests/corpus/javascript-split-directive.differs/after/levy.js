export function gross(b) {
  const y = b - 1;
  return y / 2;
}
