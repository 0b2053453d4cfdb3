class B {
  private static L log = L.of(B.class);
  int y;
  static void f() {
    log.go();
  }
}
