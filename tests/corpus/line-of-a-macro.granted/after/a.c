#include "log.h"

void f(void) { LOG("a"); }
