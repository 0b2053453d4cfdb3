#include "lim.h"
static int top = 7;
int use(int n) {
  int top = n + 1;
  return CLAMP(n) + TWICE(top);
}
