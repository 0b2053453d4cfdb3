int aide(void) { return 1; }
int test(void) { return aide(); }
