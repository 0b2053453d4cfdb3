class A {
  // note
  void f() {}
}
