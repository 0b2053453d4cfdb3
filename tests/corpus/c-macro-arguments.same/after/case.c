int f(int a) {
  int m = a;
  return check(m);
}
