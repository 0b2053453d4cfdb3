int sum(int n) {
  int part = 0;
  for (int i = 0; i < n; i++) part += i;
  return part;
}
