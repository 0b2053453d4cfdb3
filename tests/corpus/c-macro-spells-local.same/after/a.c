#define show(x) print(x)
int total(void) {
  int left = 2;
  show(left);
  return left;
}
