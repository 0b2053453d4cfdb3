int f(int a) {
  int double = a + 1;
  return double * double;
}
