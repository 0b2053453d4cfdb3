function f(a: any) {
  return (a as any);
}
