function f(a) {
  yield (a);
}
