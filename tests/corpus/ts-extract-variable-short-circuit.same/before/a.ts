export function f(a) {
  return a.b() && a.c();
}
