class A {
  private static final Object L = new Object();
  static void f() {
    synchronized (L) {
      B.go();
    }
  }
  static void g() {
    synchronized (L) {
      end();
    }
  }
}
