#define TEXT(e) #e
#define check(e) do { if (!(e)) puts(TEXT(e)); } while (0)
void f(void) { int z = 0; check(z); }
