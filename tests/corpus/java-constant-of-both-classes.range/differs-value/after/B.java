class B {
  int y;
  static String f() {
    return P;
  }
  static final String P = System.getProperty("b");
}
