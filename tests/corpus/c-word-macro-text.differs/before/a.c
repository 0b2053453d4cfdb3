#define SHOW(x) puts(#x)
#define TEXT(x) #x
#define SAY(x) puts(TEXT(x))
int puts(const char *);
int f(int count) {
  SAY(count);
  return count + 1;
}
