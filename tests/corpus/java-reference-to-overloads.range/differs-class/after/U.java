class U {
  static void g(Object o) {
    one();
  }
  static void g(String o) {
    two();
  }
}
