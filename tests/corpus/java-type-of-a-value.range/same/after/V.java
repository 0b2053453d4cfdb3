class V extends U {
  int k() {
    return 2;
  }
}
