export function f(a, b, c) {
  if (a) {
    let x = g(a);
    b(x);
  } else {
    return;
  }
  c();
}
