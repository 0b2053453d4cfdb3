export function f(a) {
  h(a);
  c();
}

function h(a) {
  const x = g(a);
  b(x);
}
