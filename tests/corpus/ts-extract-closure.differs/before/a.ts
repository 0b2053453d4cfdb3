export function f(a: number) {
  run(() => log(a));
  a = 2;
  return 1;
}
