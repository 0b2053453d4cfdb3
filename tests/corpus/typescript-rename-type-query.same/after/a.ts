export function f() {
  const old = { years: 3 };
  type Age = typeof old;
  const check = (x: Age, ...rest: number[]) => x.years;
  return check(old);
}
