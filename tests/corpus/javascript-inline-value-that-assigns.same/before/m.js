function f(a) {
  const x = a++;
  return x + a;
}
