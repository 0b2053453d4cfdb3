class A {
  private static final String K = "b";
  String f(String a) {
    return a + K;
  }
}
