export function f(a) {
  const x = a.b();
  return x && a.c();
}
