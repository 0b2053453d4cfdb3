int toupper(int c);
int all(int c) {
  return toupper(toupper(c));
}
