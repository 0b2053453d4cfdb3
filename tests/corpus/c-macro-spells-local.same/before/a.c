#define show(x) print(x)
int total(void) {
  int sum = 2;
  show(sum);
  return sum;
}
