class A {
  void f() {
    z();
    p("a", "b");
  }
}
