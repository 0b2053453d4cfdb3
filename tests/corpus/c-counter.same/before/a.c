static int a(void) { return 1; }
static int b(void) { return 2; }
