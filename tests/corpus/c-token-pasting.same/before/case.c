static int do_a(void) { return 1; }
int f(void) { return do_a(); }
