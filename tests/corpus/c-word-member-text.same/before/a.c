#include <stdio.h>
struct item { int used; };
#define FIELD(p, name) ((p)->name)
#define PRINT(e) printf("%s %d\n", #e, (e))
int f(struct item *p) {
  return p->used;
}
