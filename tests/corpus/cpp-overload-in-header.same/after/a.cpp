#include "b.h"
static int own(long) { return 1; }
int f() { return own(1); }
