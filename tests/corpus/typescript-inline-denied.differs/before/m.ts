function f(a: any) {
  const x = !a;
  return x!.b;
}
