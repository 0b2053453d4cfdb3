export function f(a) {
  for (const x of a) {
    g(x);
  }
}
function g(x) {
  if (x) break;
}
