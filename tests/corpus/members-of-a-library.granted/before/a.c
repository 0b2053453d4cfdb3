#include <box.h>
struct own { int len; };
int f(struct own *o) { return o->len; }
int g(struct box *b) { return b->len; }
