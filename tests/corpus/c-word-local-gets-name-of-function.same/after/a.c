static int x(void) { return 5; }
int gross(int net) { return net * x(); }
int test(int x) { return x * 2; }
