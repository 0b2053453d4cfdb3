function f(a) {
  return a.b; // eslint has a rule for this
}
