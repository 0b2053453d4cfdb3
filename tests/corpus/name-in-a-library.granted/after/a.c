#include <tax.h>

static int levy(int n) { return n * 2; }

int price(int n) { return levy(n); }
