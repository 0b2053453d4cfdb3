class A {
  boolean f(String a) {
    String b = "x";
    return a.equals(b);
  }
}
