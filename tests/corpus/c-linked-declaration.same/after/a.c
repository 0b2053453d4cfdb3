int sum(void) { return 1; }
int test(void) { return sum(); }
