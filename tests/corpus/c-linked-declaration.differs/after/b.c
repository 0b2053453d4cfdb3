extern int net(void) __attribute__((weak));
int other(void) { return net ? net() : 0; }
