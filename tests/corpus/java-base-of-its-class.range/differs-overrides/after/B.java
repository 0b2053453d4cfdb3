class B {
  int g() {
    return 2;
  }
}
