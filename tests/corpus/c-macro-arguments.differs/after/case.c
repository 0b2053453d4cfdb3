int f(int a) {
  int m = a;
  return SHOW(m);
}
