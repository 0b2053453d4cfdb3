int f(void) {
#ifdef A
  return 1;
  return 0;
#endif
}
