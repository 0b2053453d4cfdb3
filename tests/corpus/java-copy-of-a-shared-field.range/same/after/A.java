class A {
  private static L log = L.of(A.class);
  static void g() {
    log.end();
  }
}
