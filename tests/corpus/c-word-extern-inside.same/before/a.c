extern int level;
int f(void) {
  int level = 1;
  return level;
}
