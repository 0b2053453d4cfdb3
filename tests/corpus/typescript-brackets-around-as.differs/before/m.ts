function f(a: any, b: any) {
  return (a as any)(b);
}
