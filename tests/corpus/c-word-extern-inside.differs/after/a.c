int f(void) {
  extern int warnings;
  return warnings;
}
