export function f(a: number) {
  run(() => log(a));
  return 1;
}
