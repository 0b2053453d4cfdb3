#define SHOW(x) #x
const char *s = SHOW(a+b);
