export function follow(x: number) {
  return x + 1;
}

export function other(y: number) {
  return follow(y) * 2;
}
