#define show(x) puts(#x)
