function f(a: any) {
  return a!.b;
}
