#include "bounds.h"
static int lowest(int a, int b) { return a - b; }
int price(void) { return lowest(1, 2); }
