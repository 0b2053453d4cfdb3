function f(n) {
  return eval('a') + n;
}
