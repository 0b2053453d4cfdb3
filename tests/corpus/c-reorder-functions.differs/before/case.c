int g(void) { return 0; }
#define N 1
