#include "show.h"
int f(int n) { int w = n * 2; show(w); return w; }
