int sum(int n) {
  int net = 0;
  for (int i = 0; i < n; i++) net += i;
  return net;
}
