int tolower(int c);
int all(int c) {
  return tolower(tolower(c));
}
