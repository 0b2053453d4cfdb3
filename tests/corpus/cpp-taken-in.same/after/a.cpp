#include "base.hpp"

static int kept(long n) { return 1; }

int f() { return kept(1); }
