static int right = 7;
#define next_right (++right)
int total(void) {
  int left = 2;
  return next_right + left;
}
