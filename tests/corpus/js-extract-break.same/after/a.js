export function f(a) {
  for (const x of a) {
    g(x);
  }
}
function g(x) {
  for (const y of x) {
    if (y) break;
  }
}
