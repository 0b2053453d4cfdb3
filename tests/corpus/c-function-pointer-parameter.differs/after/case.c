int q;
int z;
int f(int (*cb)(int z), int a) {
  return cb(a) + z;
}
