#include "a.h"
int move(int c) {
  return c + 1;
}
int all(int c) {
  return move(move(c));
}
