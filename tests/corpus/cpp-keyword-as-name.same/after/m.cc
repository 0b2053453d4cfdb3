int f(int a) {
  int r = a + 1;
  return r * r;
}
