#define add(a, b) a + b
int f(void) { return 5 * add(1, 2); }
