#define TEXT(e) #e
#define check(e) do { if (!(e)) puts(TEXT(1)); } while (0)
void f(void) { int y = 0; g(y); }
