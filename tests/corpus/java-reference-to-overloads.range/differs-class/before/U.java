class U {
  static void g(Object o) {
    one();
  }
}
