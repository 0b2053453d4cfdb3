class A {
  void f(String a) {
    go(a);
  }
}
