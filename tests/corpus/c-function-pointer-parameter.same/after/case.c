int q;
int f(int (*cb)(int), int b) {
  return cb(b) + q;
}
