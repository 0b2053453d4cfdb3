export function emit(x: string) {
  return x + "!";
}
