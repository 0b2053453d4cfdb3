#define SHOW(x) puts(x)
void f(void) { SHOW("ab"); }
