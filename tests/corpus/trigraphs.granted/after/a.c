int f(void) {
  int n = 1; // what??/

  n = 2;
  return n;
}
