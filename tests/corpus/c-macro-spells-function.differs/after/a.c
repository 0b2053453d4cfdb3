#define show(x) print(#x, x)
static int right(void) { return 1; }
int total(void) {
  show(right());
  return right();
}
