export function track(x: number) {
  return x + 1;
}
