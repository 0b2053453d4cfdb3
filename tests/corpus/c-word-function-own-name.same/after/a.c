#ifndef API
#define API extern
#endif
static const char *place(void) {
  return "there";
}
API const char *where (void) {
  return place();
}
