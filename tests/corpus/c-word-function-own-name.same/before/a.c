#ifndef API
#define API extern
#endif
static const char *here(void) {
  return "there";
}
API const char *where (void) {
  return here();
}
