int helper(void) { return 1; }
int test(void) { return helper(); }
