class A {
  static String f() {
    return P;
  }
  static final String P = System.getProperty("a");
}
