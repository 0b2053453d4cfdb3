#include "base.hpp"

static int help(long n) { return 1; }

int f() { return help(1); }
