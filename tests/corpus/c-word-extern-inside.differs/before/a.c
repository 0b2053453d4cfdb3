int f(void) {
  extern int errors;
  return errors;
}
