function f(table, n) {
  table[key(n)] = g(n);
}
module.exports = f;
