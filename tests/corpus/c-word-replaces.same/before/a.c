#define API extern
void *get(unsigned long n) {
  return (void *)n;
}
API void *all (unsigned long n) {
  return get(n);
}
