const n = 1;
function f(a) {
  const n = a;
  return n + n;
}
