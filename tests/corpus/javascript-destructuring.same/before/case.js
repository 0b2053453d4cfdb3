function f(o) {
  const [a] = o;
  return a;
}
