function f(a) {
  return a == b; // eslint-disable-line eqeqeq
}
