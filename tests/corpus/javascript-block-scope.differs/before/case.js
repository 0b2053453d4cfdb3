function f(a) {
  const x = a;
  {
    const y = 2;
    g(y);
  }
  return x;
}
