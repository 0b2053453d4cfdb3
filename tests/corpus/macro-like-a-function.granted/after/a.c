#include "show.h"
int f(int n) { int wide = n * 2; show(wide); return wide; }
