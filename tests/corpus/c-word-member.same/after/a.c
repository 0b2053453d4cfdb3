#ifndef API
#define API extern
#endif
API int step (int a);
struct item { int *size, taken : 3; void (*drop)(int); };
API int step (int a) {
  struct item it = {.taken = 1};
  struct item *p = &it;
  int used = a;
  p->taken = used;
  return it.taken + p->taken;
}
