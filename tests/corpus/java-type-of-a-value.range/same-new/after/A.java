class A {
  String k() {
    return "A";
  }
}
