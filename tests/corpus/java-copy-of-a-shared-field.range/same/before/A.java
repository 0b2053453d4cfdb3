class A {
  private static L log = L.of(A.class);
  static void f() {
    log.go();
  }
  static void g() {
    log.end();
  }
}
