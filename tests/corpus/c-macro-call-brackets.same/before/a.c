#define add(a, b) a + b
int g(int a, int b);
int f(void) { return 5 * (g(1, 2)) + add(1, 2); }
