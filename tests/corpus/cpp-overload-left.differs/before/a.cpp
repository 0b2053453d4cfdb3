#include "b.h"
static int other(long) { return 1; }
int f() { return other(1); }
