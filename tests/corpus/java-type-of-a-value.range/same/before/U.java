class U {
  int k() {
    return 1;
  }
}
