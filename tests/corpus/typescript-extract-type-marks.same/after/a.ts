export function f() {
  part();
  return 1;

  function part() {
    check<{ a: string; }>().is<number>();
  }
}
