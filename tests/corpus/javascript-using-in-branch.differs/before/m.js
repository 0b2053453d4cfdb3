export function f(a, b, c) {
  if (a) {
    using x = g(a);
    b(x);
  } else {
    return;
  }
  c();
}
