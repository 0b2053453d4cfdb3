function f() {
  const x = 1;
  enum E {
    y = 5,
    z = x,
  }
  return E.z;
}
