class A extends java.io.StringReader {
  A() {
    super("");
  }
  void f() {
    System.out.println("x");
    System.out.println("closed");
  }
}
