class B {
  int m() {
    return 2;
  }
}
