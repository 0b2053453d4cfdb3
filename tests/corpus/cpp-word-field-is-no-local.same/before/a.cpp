int test(int n) {
  struct Basket *found = 0;
  int net = n * 2;
  return found ? net : net + 1;
}
