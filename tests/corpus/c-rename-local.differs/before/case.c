int y;
int f(int a) {
  int x = a;
  return x;
}
