#ifndef API
#define API extern
#endif
#define PLACE __func__
static const char *here(void) {
  return PLACE;
}
API const char *where (void) {
  return here();
}
