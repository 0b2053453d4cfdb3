int f(int a) {
  int n = a;
  return SHOW(n);
}
