function f(a) {
  const b = a;
  return {b};
}
