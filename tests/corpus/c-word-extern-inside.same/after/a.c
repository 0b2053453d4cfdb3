extern int level;
int f(void) {
  int depth = 1;
  return depth;
}
