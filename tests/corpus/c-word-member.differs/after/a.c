#include <time.h>
int later(struct tm *t) {
  return t->tm_min + 1;
}
