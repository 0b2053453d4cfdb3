#include <time.h>
int later(struct tm *t) {
  return t->tm_hour + 1;
}
