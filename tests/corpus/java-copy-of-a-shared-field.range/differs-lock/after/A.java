class A {
  private static final Object L = new Object();
  static void g() {
    synchronized (L) {
      end();
    }
  }
}
