class Q {
  int n = 2;
}
