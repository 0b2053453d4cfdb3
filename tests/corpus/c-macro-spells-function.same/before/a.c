#define show(x) print(x)
static int left(void) { return 1; }
int total(void) {
  show(left());
  return left();
}
