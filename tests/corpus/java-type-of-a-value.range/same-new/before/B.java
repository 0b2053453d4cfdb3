class B extends A {
  String k() {
    return "B";
  }
}
