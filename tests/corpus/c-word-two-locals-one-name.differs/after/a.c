int rate(int n);
int gross(int x) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int x = rate(i) + x;
    sum += x;
  }
  return sum;
}
int twice(int left) {
  int right = left * 2;
  return right;
}
