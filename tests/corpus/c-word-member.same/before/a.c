#ifndef API
#define API extern
#endif
API int step (int a);
struct item { int *size, used : 3; void (*drop)(int); };
API int step (int a) {
  struct item it = {.used = 1};
  struct item *p = &it;
  int used = a;
  p->used = used;
  return it.used + p->used;
}
