#include <algorithm>
struct Cell { int n; };
static void mix(Cell &a, Cell &b) { a.n += b.n; }
void test(Cell *cells) {
  mix(cells[0], cells[1]);
  std::iter_swap(cells, cells + 1);
}
