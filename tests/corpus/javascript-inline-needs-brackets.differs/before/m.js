function f(a, b, c) {
  const x = a || b;
  return x ?? c;
}
