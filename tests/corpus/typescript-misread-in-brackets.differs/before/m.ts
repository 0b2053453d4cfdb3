export function f(a: any) {
  return (!a!.b).c;
}
