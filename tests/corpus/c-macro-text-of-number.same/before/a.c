#define SHOW(x) puts(#x)
void f(void) { g(0X1F); }
