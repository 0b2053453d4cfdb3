function f(table, n) {
  let kept;
  kept = g(n);
  return kept;
}
module.exports = f;
