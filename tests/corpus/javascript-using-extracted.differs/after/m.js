export function f(a) {
  h(a);
  c();
}

function h(a) {
  using x = g(a);
  b(x);
}
