struct box { int wide; };
#define WIDE(b) ((b)->wide)
#define NAME(x) #x
#define TEXT(x) NAME(x)
const char *f(struct box *b) {
  b->wide = WIDE(b) + 1;
  return TEXT(b);
}
