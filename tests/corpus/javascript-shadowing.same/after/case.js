const n = 1;
function f(a) {
  const c = a;
  return c + n;
}
