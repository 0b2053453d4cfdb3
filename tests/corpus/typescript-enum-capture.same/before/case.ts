function f() {
  const x = 1;
  return x;
}
