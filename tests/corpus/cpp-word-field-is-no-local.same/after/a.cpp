int test(int n) {
  struct Basket *found = 0;
  int sum = n * 2;
  return found ? sum : sum + 1;
}
