static int right = 7;
#define next_right (++right)
int total(void) {
  int sum = 2;
  return next_right + sum;
}
