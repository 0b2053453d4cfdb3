int f(int a) {
  int q = a + 1;
  return q * q;
}
