#define TEXT(e) #e
#define check(e) do { if (!(e)) puts(TEXT(1)); } while (0)
void f(void) { int z = 0; g(z); }
