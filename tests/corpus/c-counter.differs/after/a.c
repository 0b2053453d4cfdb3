static int b(void) { return __COUNTER__; }
static int a(void) { return __COUNTER__; }
