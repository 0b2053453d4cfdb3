struct Guard { Guard(int); operator bool() const; };
int f(int m, int n) {
  if (Guard(m) = n) return m;
  return 0;
}
