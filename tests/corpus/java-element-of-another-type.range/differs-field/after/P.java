class P extends Q {
  int n = 1;
}
