#ifndef API
#define API extern
#endif
static int double_of(int a);
API int step (int a) {
  return double_of(a);
}
static int double_of(int a) {
  return 2 * a;
}
