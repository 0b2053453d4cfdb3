int rate(int n);
int gross(int net) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int part = rate(i) + net;
    sum += part;
  }
  return sum;
}
int twice(int left) {
  int right = left * 2;
  return right;
}
