#define SHOW(x) puts(#x)
void f(void) { SHOW("a" "b"); }
