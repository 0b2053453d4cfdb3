function f(n) {
  return n + 1;
}
