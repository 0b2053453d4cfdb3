class A {
  private static final String K = name("a");
  private String f(String b) {
    return b + K;
  }
}
