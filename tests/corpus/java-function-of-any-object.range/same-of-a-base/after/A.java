class A extends java.io.StringReader {
  A() {
    super("");
  }
  void f() {
    System.out.println("x");
    close();
  }
  public void close() {
    System.out.println("closed");
  }
}
