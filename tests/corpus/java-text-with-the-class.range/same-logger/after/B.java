class B {
  private static final Logger LOG = Logger.of(B.class);

  static void f() {
    LOG.say("a");
  }
}
