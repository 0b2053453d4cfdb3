class A {
  boolean f() {
    String s = "a";
    return s + "b" == "ab";
  }
}
