class B {
  int g() {
    return 1;
  }
}
