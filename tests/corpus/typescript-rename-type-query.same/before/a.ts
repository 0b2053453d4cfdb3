export function f() {
  const age = { years: 3 };
  type Age = typeof age;
  const check = (x: Age, ...rest: number[]) => x.years;
  return check(age);
}
