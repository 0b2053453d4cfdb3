int shop_sum(void) { return 1; }
int test(void) { return shop_sum(); }
