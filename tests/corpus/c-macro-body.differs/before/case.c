#define TWO (1 + 1)
int f(void) { return TWO * 2; }
