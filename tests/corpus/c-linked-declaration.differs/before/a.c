int net(void) { return 1; }
int test(void) { return net(); }
