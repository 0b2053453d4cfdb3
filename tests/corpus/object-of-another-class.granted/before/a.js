class K {
  #n = 1;
  m() {
    return this.h(2);
  }
  h(x) {
    return x + 1;
  }
}
