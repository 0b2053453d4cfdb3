class U {
  static int k() {
    return 1;
  }
}
