static int b(void) { return 2; }
static int a(void) { return 1; }
