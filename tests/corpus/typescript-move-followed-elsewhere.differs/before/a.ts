export function track(x: number) {
  return x + 1;
}

export function other(y: number) {
  return track(y) * 2;
}
