#include <stdio.h>
#define LOOP(i, n) for (int i = 0; i < n; i++)
#define DOUBLE (x) ((x) * 2)

TABLE_BEGIN(sizes)
LOOP(i, 4) { ENTRY(i + 1) }
TABLE_END

int main(void) {
  printf("%d\n", DOUBLE(3));
  return 0;
}
