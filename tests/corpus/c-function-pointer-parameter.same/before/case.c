int q;
int f(int (*cb)(int), int a) {
  return cb(a) + q;
}
