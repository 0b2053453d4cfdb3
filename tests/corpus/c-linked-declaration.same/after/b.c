static int net(void) { return 2; };
int other(void) { return net ? net() : 0; }
