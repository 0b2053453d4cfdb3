class A {
  static String k() {
    return "A";
  }
}
