#define show(x) print(x)
static int right(void) { return 1; }
int total(void) {
  show(right());
  return right();
}
