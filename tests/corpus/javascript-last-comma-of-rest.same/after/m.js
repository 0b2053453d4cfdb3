function f(a, b,) {
  return b;
}
