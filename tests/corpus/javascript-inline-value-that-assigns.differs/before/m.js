function f(a) {
  const x = a++;
  return a + x;
}
