function f(a) {
  return a++.c;
}
