function f(a) {
  const c = a;
  return [c];
}
