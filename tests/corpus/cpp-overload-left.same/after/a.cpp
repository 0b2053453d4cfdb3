#include "b.h"
static int mine(long) { return 1; }
int f() { return mine(1); }
