function f(o) {
  const [b] = o;
  return b;
}
