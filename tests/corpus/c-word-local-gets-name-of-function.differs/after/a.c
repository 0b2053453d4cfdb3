static int x(void) { return 5; }
int gross(int x) { return x * x(); }
int test(int sum) { return sum * 2; }
