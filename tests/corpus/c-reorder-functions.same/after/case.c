static int g(void) { return 2; }
static int f(void) { return 1; }
