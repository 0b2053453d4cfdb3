class A {
  private static final String K = name("a");
  String f(String a) {
    return a + K;
  }
}
