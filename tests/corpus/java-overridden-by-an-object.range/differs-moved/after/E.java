class E {
  int n() {
    return 1;
  }
  int f() {
    return n();
  }
}
