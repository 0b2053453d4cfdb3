#ifndef API
#define API extern
#endif
#define PLACE __func__
static const char *place(void) {
  return PLACE;
}
API const char *where (void) {
  return place();
}
