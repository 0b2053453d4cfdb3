static int f(void) { return 1; }
static int g(void) { return 2; }
