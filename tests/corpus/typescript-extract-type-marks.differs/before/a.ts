export function f() {
  check<{ a: string }>().is<number>();
  return 1;
}
