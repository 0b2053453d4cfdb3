int rate(int n);
int gross(int x) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int part = rate(i) + x;
    sum += part;
  }
  return sum;
}
int twice(int x) {
  int right = x * 2;
  return right;
}
