class A {
  private static final String K = "a";
  String f(String a) {
    return a + K;
  }
}
