#define CALL(x) do_##x()
static int do_a(void) { return 1; }
int f(void) { return CALL(a); }
