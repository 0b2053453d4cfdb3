int f(int a) {
  int xor = a + 1;
  return xor * xor;
}
