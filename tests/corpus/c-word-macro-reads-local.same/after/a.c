#include "lim.h"
static int top = 7;
int use(int n) {
  int depth = n + 1;
  return CLAMP(depth) + TWICE(depth);
}
