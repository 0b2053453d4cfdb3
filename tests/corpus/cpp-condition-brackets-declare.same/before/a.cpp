struct Guard { Guard(int); operator bool() const; };
int f(int m, int n) {
  if ((m == n)) return m;
  return 0;
}
