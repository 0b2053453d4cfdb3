function f(table, n) {
  const value = g(n);
  table[key(n)] = value;
}
module.exports = f;
