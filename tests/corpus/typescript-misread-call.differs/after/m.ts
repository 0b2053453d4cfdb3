export function f(a: any, b: any) {
  return a || b!(1);
}
