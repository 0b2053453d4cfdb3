#define SHOW(x) puts(#x)
void f(void) { g(0x1f); }
