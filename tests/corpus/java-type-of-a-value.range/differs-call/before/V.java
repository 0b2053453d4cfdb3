class V extends U {
  static int k() {
    return 2;
  }
}
