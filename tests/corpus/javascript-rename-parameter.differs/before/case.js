function f(a) {
  return eval('a') + a;
}
