int f(int a) {
  int y = a;
  return y;
}
