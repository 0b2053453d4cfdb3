#include <dlfcn.h>
int levy(int n) { return n * 2; }
int price(int n) { return levy(n); }
void *find(void *lib) { return dlsym(lib, "pri" "ce"); }
