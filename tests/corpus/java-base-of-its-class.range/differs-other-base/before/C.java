class C {
  int g() {
    return 2;
  }
}
