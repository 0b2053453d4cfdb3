#include <stdio.h>
struct item { int taken; };
#define FIELD(p, name) ((p)->name)
#define PRINT(e) printf("%s %d\n", #e, (e))
int f(struct item *p) {
  PRINT(p->taken); return 0;
}
