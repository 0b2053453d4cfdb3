static int left = 7;
#define next_left (++left)
int total(void) {
  int left = 2;
  return next_left + left;
}
