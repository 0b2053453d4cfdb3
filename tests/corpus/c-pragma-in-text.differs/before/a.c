int sum(int n) {
  DECLARE(int, s);
  int net = 0;
  _Pragma("omp parallel for reduction(+:net)")
  for (int i = 0; i < n; i++) net += i;
  return net;
}
