#define API extern
void *malloc(unsigned long n) {
  return (void *)n;
}
API void *all (unsigned long n) {
  return malloc(n);
}
