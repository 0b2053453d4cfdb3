int q;
int z;
int f(int (*cb)(int q), int a) {
  return cb(a) + q;
}
