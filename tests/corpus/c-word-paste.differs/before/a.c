static int get_left(void) { return 1; }
int get_right(void);
#define GET(side) get_##side()
int f(void) {
  return GET(left) + get_left();
}
