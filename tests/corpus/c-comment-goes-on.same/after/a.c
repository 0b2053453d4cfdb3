int f(void) {
  int x = 1;
x = 2;
  return x;
}
