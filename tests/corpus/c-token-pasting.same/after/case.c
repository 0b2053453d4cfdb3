static int do_b(void) { return 1; }
int f(void) { return do_b(); }
