#include <box.h>
struct own { int size; };
int f(struct own *o) { return o->size; }
int g(struct box *b) { return b->size; }
