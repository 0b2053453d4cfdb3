int n;
int f(int a) {
  int n = a;
  return n + n;
}
