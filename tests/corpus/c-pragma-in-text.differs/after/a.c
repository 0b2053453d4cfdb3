int sum(int n) {
  DECLARE(int, s);
  int part = 0;
  _Pragma("omp parallel for reduction(+:net)")
  for (int i = 0; i < n; i++) part += i;
  return part;
}
