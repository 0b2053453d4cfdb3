#define SHOW(x) puts(#x)
void f(void) { SHOW(0x1f); }
