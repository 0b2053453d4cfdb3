class E {
  E() {
    M.count++;
  }
  void go(M m) {
  }
}
