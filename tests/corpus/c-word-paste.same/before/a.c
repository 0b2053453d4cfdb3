int get_left(void);
int get_right(void);
#define GET(side) get_##side()
int f(int lef) {
  return lef + GET(left);
}
