class B extends A {
  static String k() {
    return "B";
  }
}
