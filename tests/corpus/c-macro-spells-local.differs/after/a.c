#define show(x) print(#x, x)
int total(void) {
  int left = 2;
  show(left);
  return left;
}
