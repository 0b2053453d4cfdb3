TABLE_BEGIN(t)
LOOP(i, 4) {
#define JOIN(a, b) a # # b
#define TEXT(a) #a
  ENTRY(JOIN(x, i) TEXT(i))
}
TABLE_END
