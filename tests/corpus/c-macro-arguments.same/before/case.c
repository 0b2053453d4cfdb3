int f(int a) {
  int n = a;
  return check(n);
}
