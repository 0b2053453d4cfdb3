export function f(a: any) {
  return g((!a!.b), "c");
}
