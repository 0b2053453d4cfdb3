class A {
  private static final Logger LOG = Logger.of(A.class);

  static void f() {
    LOG.say("a");
  }
}
