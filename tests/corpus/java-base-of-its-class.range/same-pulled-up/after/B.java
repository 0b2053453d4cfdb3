class B {
  int m() {
    return 2;
  }
  int g() {
    return 7;
  }
}
