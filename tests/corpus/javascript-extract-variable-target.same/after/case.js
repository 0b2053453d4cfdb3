function f(table, n) {
  let kept;
  const value = g(n);
  kept = value;
  return kept;
}
module.exports = f;
