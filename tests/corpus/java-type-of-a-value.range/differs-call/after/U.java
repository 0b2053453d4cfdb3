class U {
  static int k() {
    return 1;
  }
  V v() {
    return new V();
  }
}
