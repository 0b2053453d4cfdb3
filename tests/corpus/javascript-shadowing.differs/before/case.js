const n = 1;
function f(a) {
  const b = a;
  return b + n;
}
