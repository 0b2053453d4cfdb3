class A {
  void f() {
    out.print("order " + title);
  }
}
