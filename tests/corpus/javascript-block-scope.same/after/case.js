function f(a) {
  const x = a;
  {
    const z = 2;
    g(z);
  }
  return x;
}
