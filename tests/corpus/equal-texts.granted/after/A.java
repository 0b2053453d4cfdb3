class A {
  boolean f() {
    return "a" + "b" == "ab";
  }
}
