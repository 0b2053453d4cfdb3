function f() {
  const y = 1;
  return y;
}
