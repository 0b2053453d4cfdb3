class K {
  #n = 1;
  m() {
    return 2 + 1;
  }
}
