class B {
  private static final Object L = new Object();
  int y;
  static void f() {
    synchronized (L) {
      B.go();
    }
  }
}
