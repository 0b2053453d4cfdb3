#ifndef API
#define API extern
#endif
static int twice(int a);
API int step (int a) {
  return twice(a);
}
static int twice(int a) {
  return 2 * a;
}
int also(int) __attribute__((alias("twice")));
