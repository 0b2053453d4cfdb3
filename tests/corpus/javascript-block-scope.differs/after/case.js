function f(a) {
  const x = a;
  {
    const x = 2;
    g(y);
  }
  return x;
}
