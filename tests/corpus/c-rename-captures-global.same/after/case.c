int n;
int f(int a) {
  int y = a;
  return y + n;
}
