static int left = 7;
#define next_left (++left)
int total(void) {
  int sum = 2;
  return next_left + sum;
}
