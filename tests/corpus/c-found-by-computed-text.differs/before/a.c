int shop_net(void) { return 1; }
int test(void) { return shop_net(); }
