#define N 1
int g(void) { return N; }
