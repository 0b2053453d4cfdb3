static int rate(void) { return 5; }
int gross(int net) { return net * rate(); }
int test(int sum) { return sum * 2; }
