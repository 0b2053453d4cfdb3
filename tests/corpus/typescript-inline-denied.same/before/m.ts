function f(a: any) {
  const x = a.c;
  return x!.b;
}
