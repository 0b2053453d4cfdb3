function f(a) {
  return a.b;
}
