function f(a) {
  return a + a++;
}
