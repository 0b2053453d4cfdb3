struct box { int width; };
#define WIDE(b) ((b)->width)
#define NAME(x) #x
#define TEXT(x) NAME(x)
const char *f(struct box *b) {
  b->width = WIDE(b) + 1;
  return TEXT(WIDE(b));
}
