#include "a.h"
int shift(int c) {
  return c + 1;
}
int all(int c) {
  return shift(shift(c));
}
