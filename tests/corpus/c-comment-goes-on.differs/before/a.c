int f(void) {
  int x = 1; // one \ 
x = 2;
  return x;
}
