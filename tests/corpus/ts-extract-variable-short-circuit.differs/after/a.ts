export function f(a) {
  const x = a.c();
  return a.b() && x;
}
