function f(a: any) {
  return a.c!.b;
}
