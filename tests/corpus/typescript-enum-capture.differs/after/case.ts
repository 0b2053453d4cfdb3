function f() {
  const y = 1;
  enum E {
    y = 5,
    z = y,
  }
  return E.z;
}
